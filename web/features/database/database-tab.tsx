import './database.css'
import { BackupSection } from './backup-section.tsx'
import { ResetSection } from './reset-section.tsx'

/** Backups, and the reset of groups of tables (rules 15.23). */
export default function DatabaseTab() {
  return (
    <div className="database">
      <BackupSection />
      <ResetSection />
    </div>
  )
}
