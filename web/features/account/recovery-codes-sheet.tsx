import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useOffice } from '#lib/api/me.ts'
import { saveText } from '#lib/api/save-file.ts'
import { useSettings } from '#lib/api/settings.ts'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'

/** Recovery codes, shown once; closing before saving them asks for a confirmation (rules 1.31). */
export function RecoveryCodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useOffice()
  const { name } = useSettings()
  const [areSaved, setSaved] = useState(false)
  const heading = `Recovery codes of ${email} for ${name}`
  const text = [heading, 'Each works once, in place of a code of the app.', '', ...codes, ''].join('\n')
  const close = async (): Promise<void> => {
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
  const keep = (how: () => void) => () => {
    setSaved(true)
    how()
  }
  return (
    <Sheet
      title="Your recovery codes"
      place="box"
      width={520}
      onClose={() => void close()}
      footer={
        <Button kind="primary" type="submit" onClick={() => void close()}>
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
            onClick={keep(() => void copyText(codes.join('\n'), 'The recovery codes have been copied.'))}
          >
            Copy
          </Button>
          <Button
            icon={Download}
            onClick={keep(() => saveText('recovery-codes.txt', text, 'text/plain;charset=utf-8'))}
          >
            Download
          </Button>
          <Button icon={Printer} onClick={keep(() => print())}>
            Print
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
