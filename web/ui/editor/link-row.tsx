import './tool-row.css'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { isSafeLink } from '@tahanan/contract/rich-text.ts'

export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const id = useId()
  const [initialHref] = useState(() => {
    const href: unknown = editor.getAttributes('link').href
    return typeof href === 'string' ? href : ''
  })
  const [typedHref, setTypedHref] = useState(initialHref)
  const [error, setError] = useState<string>()

  const applyLink = (): void => {
    const href = normalizeLink(typedHref)
    if (!isSafeLink(href)) {
      setError('Please input a web address, an email or a telephone number.')
      return
    }
    const commandChain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && initialHref === '')
      commandChain
        .insertContent({ type: 'text', text: typedHref.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else commandChain.setLink({ href }).run()
    onDone()
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // These keys must not submit the surrounding form or close its dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') applyLink()
    else onDone()
  }
  return (
    <div className="tool-row acts" role="group" aria-label="Link">
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
        autoFocus
        inputMode="url"
        autoCapitalize="none"
        aria-label="Address of the link"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        placeholder="https://"
        limit={2048}
        value={typedHref}
        onChange={(event) => {
          setTypedHref(event.target.value)
          setError(undefined)
        }}
        onKeyDown={handleKeyDown}
      />
      <Button onClick={applyLink}>Apply</Button>
      {initialHref !== '' && (
        <Button
          kind="danger"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          Remove link
        </Button>
      )}
      <Button kind="quiet" onClick={onDone}>
        Cancel
      </Button>
      <FieldMessage id={id} error={error} />
    </div>
  )
}

export function normalizeLink(typedText: string): string {
  const trimmedText = typedText.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmedText)) return trimmedText
  return /^[^\s@/]+@[^\s@/]+$/.test(trimmedText) ? `mailto:${trimmedText}` : `https://${trimmedText}`
}
