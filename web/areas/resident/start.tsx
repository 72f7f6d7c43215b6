import './shell.css'
import { MeGate } from '../../shell/me-gate.tsx'
import { startArea } from '../../shell/start-area.tsx'
import { ResidentShell, ResidentShellWait } from './shell.tsx'

startArea(
  <MeGate wait={<ResidentShellWait />}>
    <ResidentShell />
  </MeGate>,
)
