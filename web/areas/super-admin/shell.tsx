import { AreaRoutes } from '#areas/shell/area-routes.tsx'
import { DeepShell } from '#areas/shell/deep-shell.tsx'
import { NewPagesNote } from '#features/access/new-pages-note.tsx'
import { RecommendSecondFactor } from '#features/account/recommend-second-factor.tsx'
import { useSuperAdmin } from '#lib/api/me.ts'
import { PAGES } from './pages.tsx'

const NOTES = (
  <>
    <NewPagesNote />
    <RecommendSecondFactor />
  </>
)

/** The super-administrator's shell (rules 15.1). */
export function SuperAdminShell() {
  const { name, email } = useSuperAdmin()
  return (
    <DeepShell area="Super Admin" who={name} detail={email} pages={PAGES}>
      <AreaRoutes pages={PAGES} note={NOTES} />
    </DeepShell>
  )
}
