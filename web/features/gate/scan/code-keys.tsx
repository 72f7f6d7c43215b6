import './code-keys.css'
import { Delete } from 'lucide-react'
import { useState } from 'react'
import { CODE_LENGTH, CODE_LETTERS, plainCode, spacedCode } from '@tahanan/contract/gate/words.ts'

/** A code with large keys, for gloves; a keyboard and a scanner that types work too. The last letter sends it. */
export function CodeKeys({ onText }: { onText: (text: string) => void }) {
  const [code, setCode] = useState('')
  const change = (text: string): void => {
    const letters = [...plainCode(text)].filter((letter) => CODE_LETTERS.includes(letter))
    const next = letters.slice(0, CODE_LENGTH).join('')
    setCode(next.length < CODE_LENGTH ? next : '')
    if (next.length === CODE_LENGTH) onText(next)
  }
  return (
    <div className="code-keys">
      <input
        aria-label="Code of the pass"
        // The keys below are larger than those of the phone.
        inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={'•'.repeat(CODE_LENGTH)}
        value={code.length > 4 ? spacedCode(code) : code}
        onChange={({ target }) => {
          // A scanner types a link into the focused field; Enter follows.
          if (target.value.includes('/')) setCode(target.value)
          else change(target.value)
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || code === '') return
          onText(code)
          setCode('')
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
          onClick={() => setCode(code.slice(0, -1))}
        >
          <Delete />
        </button>
      </div>
    </div>
  )
}
