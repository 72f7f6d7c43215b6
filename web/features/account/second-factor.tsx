import { Copy, Download, Printer, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { meQuery, useOfficeAccount } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { saveText } from '#lib/api/save-file.ts'
import { useSettings } from '#lib/api/settings.ts'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { secondFactorApi } from './calls.ts'
import { ProofSheet } from './proof-sheet.tsx'
import { TurnOnSecondFactorSheets } from './turn-on-second-factor-sheets.tsx'

const refreshSecondFactor = () => void queryClient.invalidateQueries(meQuery)

export function SecondFactor() {
  const { secondFactor: isOn, recoveryCodesLeft } = useOfficeAccount()
  const [openSheet, setOpen] = useState<'on' | 'off' | 'renew'>()
  // Recovery codes that the server has just created. It returns them only once, so they stay here until the
  // user has saved them.
  const [codes, setCodes] = useState<readonly string[]>()
  const showCodes = (newCodes: readonly string[]): void => {
    setOpen(undefined)
    setCodes(newCodes)
    refreshSecondFactor()
  }
  const close = () => setOpen(undefined)
  const Icon = isOn ? ShieldCheck : ShieldOff
  return (
    <section aria-labelledby="factor-title">
      <h2 id="factor-title">Two-step login</h2>
      <p className={`factor row ${isOn ? 'turned-on' : ''}`}>
        <Icon />
        <b>{isOn ? 'On' : 'Off'}</b>
      </p>
      <p className="muted">
        {isOn
          ? 'Logging in asks for your password and for a code of your authenticator app.'
          : 'With it, logging in also asks for a code of an authenticator app on your phone. ' +
            'Whoever learns your password cannot get in with it alone.'}
      </p>
      {isOn && recoveryCodesLeft !== undefined && (
        <p className="muted">
          {recoveryCodesLeft === 0
            ? 'No recovery code is left. Make new ones, or a lost phone locks you out.'
            : `Recovery codes that are left: ${recoveryCodesLeft}.`}
        </p>
      )}
      <div className="acts">
        {isOn ? (
          <>
            <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
            <Button kind="danger" onClick={() => setOpen('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button kind="primary" icon={ShieldCheck} onClick={() => setOpen('on')}>
            Turn on
          </Button>
        )}
      </div>
      {openSheet === 'on' && <TurnOnSecondFactorSheets onClose={close} onDone={showCodes} />}
      {openSheet === 'renew' && (
        <ProofSheet
          title="New recovery codes"
          fields={['password']}
          okText="Make new codes"
          send={({ password }) => secondFactorApi.renewCodes(password)}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={close}
        >
          <p>You get ten new codes. The old ones work no more, used or not.</p>
        </ProofSheet>
      )}
      {openSheet === 'off' && (
        <ProofSheet
          title="Turn off two-step login"
          fields={['password', 'code']}
          okText="Turn off"
          danger
          send={({ password, code }) => secondFactorApi.turnOff(password, code)}
          onDone={() => {
            close()
            refreshSecondFactor()
            toast.success('Two-step login is off.')
          }}
          onClose={close}
        >
          <p>
            From then on your password alone opens your account. Your recovery codes are worth nothing any
            more.
          </p>
        </ProofSheet>
      )}
      {codes && <RecoveryCodesSheet codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  )
}

/**
 * Shows the recovery codes once. If the user closes the sheet before saving them, a confirmation is needed
 * (rules 1.31).
 */
function RecoveryCodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useOfficeAccount()
  const { name } = useSettings()
  const [areSaved, setSaved] = useState(false)
  const heading = `Recovery codes of ${email} for ${name}`
  const text = [heading, 'Each works once, in place of a code of the app.', '', ...codes, ''].join('\n')
  const confirmAndClose = async (): Promise<void> => {
    const isConfirmed =
      areSaved ||
      (await confirm({
        title: 'Have you kept your recovery codes?',
        content: 'They are not shown again. Without them and without your phone you cannot log in.',
        okText: 'I have kept them',
        cancelText: 'Back to the codes',
      }))
    if (isConfirmed) onClose()
  }
  const markSavedAndRun = (action: () => void) => () => {
    setSaved(true)
    action()
  }
  return (
    <Sheet
      title="Your recovery codes"
      place="box"
      width={520}
      onClose={() => void confirmAndClose()}
      footer={
        <Button kind="primary" type="submit" onClick={() => void confirmAndClose()}>
          Done
        </Button>
      }
    >
      <div className="recovery stack gap-4">
        <p>
          Two-step login is on. Should you lose your phone, each of these codes lets you in once in place of a
          code of the app. Keep them where you keep passwords: they are shown only now.
        </p>
        <div className="print">
          <h3>{heading}</h3>
          <ul aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
        <div className="acts">
          <Button
            icon={Copy}
            onClick={markSavedAndRun(
              () => void copyText(codes.join('\n'), 'The recovery codes have been copied.'),
            )}
          >
            Copy
          </Button>
          <Button
            icon={Download}
            onClick={markSavedAndRun(() => saveText('recovery-codes.txt', text, 'text/plain;charset=utf-8'))}
          >
            Download
          </Button>
          <Button icon={Printer} onClick={markSavedAndRun(() => print())}>
            Print
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
