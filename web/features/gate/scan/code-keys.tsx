import './code-keys.css'
import { Delete } from 'lucide-react'
import { CODE_LENGTH, CODE_LETTERS, normalizeCode, formatCode } from '@tahanan/contract/gate/words.ts'

interface CodeKeysProps {
  /** Stays for corrections until an entry is recorded. */
  code: string
  isPaused: boolean
  onChange: (code: string) => void
  onText: (text: string) => void
}

/** Has large keys, for gloves; a keyboard or barcode scanner works too. The last letter submits the code. */
export function CodeKeys({ code, isPaused, onChange, onText }: CodeKeysProps) {
  const change = (text: string): void => {
    const letters = [...normalizeCode(text)].filter((letter) => CODE_LETTERS.includes(letter))
    // A letter after a complete code starts the next one.
    const isNext = letters.length > CODE_LENGTH && letters.join('').startsWith(code)
    const next = letters
      .slice(isNext ? CODE_LENGTH : 0)
      .slice(0, CODE_LENGTH)
      .join('')
    onChange(next)
    if (next.length === CODE_LENGTH && next !== code) onText(next)
  }
  return (
    <div className="code-keys stack">
      <input
        aria-label="Code of the pass"
        // Suppresses the phone's keyboard, because the keys below are larger.
        inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={'•'.repeat(CODE_LENGTH)}
        value={code.length > 4 ? formatCode(code) : code}
        onChange={({ target }) => {
          // A barcode scanner types a link into the focused field; Enter follows.
          if (target.value.includes('/')) onChange(target.value)
          else change(target.value)
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || code === '' || isPaused) return
          onText(code)
          if (code.includes('/')) onChange('')
        }}
      />
      <div className="keys">
        {[...CODE_LETTERS].map((letter) => (
          <button type="button" key={letter} onClick={() => change(code + letter)}>
            {letter}
          </button>
        ))}
        <button
          type="button"
          aria-label="Delete the last letter"
          disabled={code === ''}
          onClick={() => onChange(code.slice(0, -1))}
        >
          <Delete />
        </button>
      </div>
    </div>
  )
}
