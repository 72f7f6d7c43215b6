import { MeGate } from '#areas/shell/me-gate.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { startGate } from '#features/gate/store/this-device.ts'
import { GateShell } from './gate-shell.tsx'

// Controls are larger than on the office's pages, because guards wear gloves and work in sunlight.
document.documentElement.dataset.density = 'comfort'

await startGate()

startArea(
  <MeGate>
    <GateShell />
  </MeGate>,
)
