import './account.css'
import { NewsSection } from '#features/news/news-section.tsx'
import { useOffice } from '#lib/api/me.ts'
import { currentArea } from '#lib/api/session.ts'
import { PageHead } from '#ui/page-head.tsx'
import { ChangePassword } from './change-password.tsx'
import { Keys } from './keys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** Own account of an administrator or the super-administrator. Residents use Profile Settings. */
export default function AccountPage() {
  const { email } = useOffice()
  return (
    <>
      <PageHead title="My account" lead={`You log in as ${email}.`} />
      <div className="account stack gap-6">
        <SecondFactor />
        <section aria-labelledby="password-title">
          <h2 id="password-title">Change Password</h2>
          <p className="muted">Your other sessions end with it.</p>
          <ChangePassword />
        </section>
        {currentArea() === 'admin' && (
          <>
            <NewsSection area="admin" />
            <Keys />
          </>
        )}
        <Sessions />
      </div>
    </>
  )
}
