import { MeGate } from '../../shell/me-gate.tsx'
import { startArea } from '../../shell/start-area.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { AdminShell } from './shell.tsx'

startArea(
  <MeGate wait={<RecordSkeleton />}>
    <AdminShell />
  </MeGate>,
)
