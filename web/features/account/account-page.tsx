import './account.css'
import { NotificationSettings } from '#features/news/notification-settings.tsx'
import { useOfficeAccount } from '#lib/api/me.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import { setShortcutsEnabled, shortcutSetting } from '#lib/keys/shortcut-setting.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { showShortcutHelp } from '#ui/keys/shortcut-help.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export default function AccountPage() {
  const { email } = useOfficeAccount()
  return (
    <>
      <PageHead title="My account" description={`You log in as ${email}.`} />
      <div className="account stack gap-6">
        <SecondFactor />
        <section aria-labelledby="password-title">
          <h2 id="password-title">Change Password</h2>
          <p className="muted">Your other sessions end with it.</p>
          <ChangePassword />
        </section>
        {getCurrentArea() === 'admin' && (
          <>
            <NotificationSettings area="admin" />
            <KeyboardShortcuts />
          </>
        )}
        <Sessions />
      </div>
    </>
  )
}

function KeyboardShortcuts() {
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <p className="muted">
        Single letters move through lists and decide, while no field has the focus. This browser remembers
        your choice.
      </p>
      <div className="acts">
        <Switch label="Use keys in lists" on={useStore(shortcutSetting)} onChange={setShortcutsEnabled} />
        <Button kind="quiet" onClick={showShortcutHelp}>
          Show the keys
        </Button>
      </div>
    </section>
  )
}
