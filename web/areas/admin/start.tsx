import { RequireSession } from '#areas/shell/require-session.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { AdminShell } from './shell.tsx'

startArea(
  <RequireSession>
    <AdminShell />
  </RequireSession>,
)
