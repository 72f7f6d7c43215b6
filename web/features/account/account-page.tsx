import './account.css'
import { NewsSection } from '#features/news/news-section.tsx'
import { useOffice } from '#lib/api/me.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import { setShortcuts, shortcuts } from '#lib/keys/shortcuts.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { showKeys } from '#ui/keys/keys-help.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

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
        {getCurrentArea() === 'admin' && (
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

function Keys() {
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <p className="muted">
        Single letters move through lists and decide, while no field has the focus. This browser remembers
        your choice.
      </p>
      <div className="acts">
        <Switch label="Use keys in lists" on={useStore(shortcuts)} onChange={setShortcuts} />
        <Button kind="quiet" onClick={showKeys}>
          Show the keys
        </Button>
      </div>
    </section>
  )
}
