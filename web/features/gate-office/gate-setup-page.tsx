import '#ui/list-pages/styles.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Devices } from './devices.tsx'
import { DoNotAdmit } from './do-not-admit.tsx'
import './gate-office.css'
import { GateSettings } from './gate-settings.tsx'
import { Gates } from './gates.tsx'

/** Gates, the guards' devices, and who is not let in (rules 24.34). */
export default function GateSetupPage() {
  return (
    <div className="office gate-setup">
      <PageHead title="Gates and devices" />
      <Gates />
      <Devices />
      <DoNotAdmit />
      <GateSettings />
    </div>
  )
}
