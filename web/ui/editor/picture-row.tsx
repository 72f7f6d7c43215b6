import './tool-row.css'
import type { Editor } from '@tiptap/core'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'

/** Input for the selected picture's alternative text. */
export function PictureRow({ editor }: { editor: Editor }) {
  const alt: unknown = editor.getAttributes('image').alt
  return (
    <div className="tool-row acts" role="group" aria-label="Picture">
      <Input
        aria-label="What the picture shows, for those who do not see it"
        placeholder="What the picture shows, for those who do not see it"
        limit={255}
        value={typeof alt === 'string' ? alt : ''}
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          editor.commands.focus()
        }}
      />
      <Button kind="danger" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove picture
      </Button>
    </div>
  )
}
