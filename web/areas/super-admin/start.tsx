import { RequireSession } from '#areas/shell/require-session.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { SuperAdminShell } from './shell.tsx'

startArea(
  <RequireSession>
    <SuperAdminShell />
  </RequireSession>,
)
