import './import.css'
import { useAdmin } from '#lib/api/me.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { ImportHistory } from './import-history.tsx'
import { ImportWork } from './import-work.tsx'

/** Import of statements from the accounting system (rules 7.3), and its history. */
export default function ImportTab() {
  const { roles } = useAdmin()
  const mayAdd = allows(roles, 'utilities', 'add')
  return (
    <div className="import stack gap-6">
      {mayAdd && <ImportWork />}
      <ImportHistory mayGoOn={mayAdd} />
    </div>
  )
}
