import './keys-help.css'
import { inform } from '#ui/overlays/dialogs.ts'

const KEYS: readonly (readonly [key: string, words: string])[] = [
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

export function showKeys(): void {
  void inform('info', 'Keys', KEY_LIST)
}

const KEY_LIST = (
  <>
    <dl className="keys stack gap-2">
      {KEYS.map(([key, words]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
    <p className="minor">They can be turned off in My account.</p>
  </>
)
