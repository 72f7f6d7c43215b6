import { RequireSession } from '#areas/shell/require-session.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { startGateSync } from '#features/gate/store/sync-gate-device.ts'
import { GateShell } from './gate-shell.tsx'

// Controls are larger than on the office's pages, because guards wear gloves and work in sunlight.
document.documentElement.dataset.density = 'comfort'

await startGateSync()

startArea(
  <RequireSession>
    <GateShell />
  </RequireSession>,
)
