import './database.css'
import { BackupSection } from './backup-section.tsx'
import { ResetSection } from './reset-section.tsx'

/** Tab of backups and resets (rules 15.23). */
export default function DatabaseTab() {
  return (
    <div className="database stack gap-6">
      <BackupSection />
      <ResetSection />
    </div>
  )
}
