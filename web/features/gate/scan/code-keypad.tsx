import './code-keys.css'
import { Delete } from 'lucide-react'
import {
  CODE_LENGTH,
  CODE_CHARACTERS,
  normalizeCode,
  formatCode,
} from '@tahanan/contract/gate/labels-and-codes.ts'

interface CodeKeysProps {
  code: string
  isPaused: boolean
  onChange: (code: string) => void
  onText: (text: string) => void
}

/**
 * Shows large keys, because guards may wear gloves. A keyboard or a barcode scanner can type too. The last
 * letter submits the code.
 */
export function CodeKeypad({ code, isPaused, onChange, onText }: CodeKeysProps) {
  const updateCode = (text: string): void => {
    const characters = [...normalizeCode(text)].filter((character) => CODE_CHARACTERS.includes(character))
    // If the code is complete, the next letter starts a new code.
    const isNext = characters.length > CODE_LENGTH && characters.join('').startsWith(code)
    const nextCode = characters
      .slice(isNext ? CODE_LENGTH : 0)
      .slice(0, CODE_LENGTH)
      .join('')
    onChange(nextCode)
    if (nextCode.length === CODE_LENGTH && nextCode !== code) onText(nextCode)
  }
  return (
    <div className="code-keys stack">
      <input
        aria-label="Code of the pass"
        // On touch devices the on-screen keyboard does not open, because the keys below are larger.
        inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={'•'.repeat(CODE_LENGTH)}
        value={code.length > 4 ? formatCode(code) : code}
        onChange={({ target }) => {
          // Text with '/' is a link that a barcode scanner types into the focused field. The scanner then
          // sends Enter.
          if (target.value.includes('/')) onChange(target.value)
          else updateCode(target.value)
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || code === '' || isPaused) return
          onText(code)
          if (code.includes('/')) onChange('')
        }}
      />
      <div className="keys">
        {[...CODE_CHARACTERS].map((character) => (
          <button type="button" key={character} onClick={() => updateCode(code + character)}>
            {character}
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
