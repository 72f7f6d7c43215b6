import './keys-help.css'
import { showMessage } from '#ui/overlays/dialogs.ts'

const SHORTCUTS: readonly (readonly [key: string, words: string])[] = [
  ['J', 'Next row'],
  ['K', 'Previous row'],
  ['X', 'Select the row'],
  ['Enter', 'Open the row'],
  ['A', 'Approve, or take the next step'],
  ['R', 'Reject, with a reason'],
  ['M', 'Assign'],
  ['U', 'Undo the last step'],
  ['N', 'Next page; in an open record, the next record'],
  ['P', 'In a verified payment: post, and open the next'],
  ['Ctrl + Enter', 'Submit the open form'],
  ['?', 'Show these keys'],
]

export function showShortcutHelp(): void {
  void showMessage('info', 'Keys', SHORTCUT_LIST)
}

const SHORTCUT_LIST = (
  <>
    <dl className="keys stack gap-2">
      {SHORTCUTS.map(([key, description]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
    <p className="minor">They can be turned off in My account.</p>
  </>
)
