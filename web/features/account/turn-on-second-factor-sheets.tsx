import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import type { AuthenticatorSecret } from '@tahanan/contract/sessions/answers.ts'
import { secondFactorApi } from './calls.ts'
import { ProofSheet } from './proof-sheet.tsx'

export function TurnOnSecondFactorSheets(props: {
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}) {
  const { onClose, onDone } = props
  const [secret, setSecret] = useState<AuthenticatorSecret>()
  if (!secret) {
    return (
      <ProofSheet
        key="password"
        title="Turn on two-step login"
        fields={['password']}
        okText="Next"
        send={({ password }) => secondFactorApi.begin(password)}
        onDone={setSecret}
        onClose={onClose}
      >
        <p>
          You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator
          or Aegis.
        </p>
      </ProofSheet>
    )
  }
  return (
    <ProofSheet
      key="code"
      title="Turn on two-step login"
      fields={['code']}
      okText="Turn on"
      send={({ code }) => secondFactorApi.confirm(code)}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      <AppSecretDetails {...secret} />
    </ProofSheet>
  )
}

function AppSecretDetails({ secret, uri, qr }: AuthenticatorSecret) {
  return (
    <div className="secret">
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code with the secret for your authenticator app"
        width={196}
        height={196}
      />
      <div>
        <p>Scan this with your authenticator app, then type the code that it shows.</p>
        <p>
          No camera? Type this secret into the app, or <a href={uri}>open the app on this device</a>.
        </p>
        <p className="text acts">
          <code aria-label="Secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <Button
            kind="quiet"
            icon={Copy}
            onClick={() => void copyText(secret, 'The secret has been copied.')}
          >
            Copy
          </Button>
        </p>
      </div>
    </div>
  )
}
