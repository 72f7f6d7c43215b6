import './rich-text-editor.css'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { toDocument } from '#ui/rich-text/rich-text-nodes.ts'
import type { UploadState } from '#ui/uploads/uploads.ts'
import { LinkRow } from './link-row.tsx'
import { toRealLists } from './pasted-html.ts'
import { PictureRow } from './picture-row.tsx'
import { pictureUploader, pictureUploads } from './picture-uploads.ts'
import { richTextSchema } from './schema.ts'
import { TableRow } from './table-row.tsx'
import { Toolbar } from './toolbar.tsx'

interface RichTextEditorProps extends FieldControlProps {
  /** ProseMirror JSON, as an object or text. */
  initial: unknown
  onChange: (document: unknown) => void
  onState: (state: UploadState) => void
}

/** Editor of rich text. Import it lazily. Alt+F10 moves the focus to the toolbar, Escape back to the text. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { initial, onChange, onState, 'aria-invalid': invalid, 'aria-describedby': describedBy } = props
  const id = useId()
  const toolbar = useRef<HTMLDivElement>(null)
  const [linking, setLinking] = useState(false)
  const [uploader] = useState(pictureUploader)
  const tell = useEffectEvent(onState)
  useEffect(() => uploader.follow((state) => tell(state)), [uploader])
  const [extensions] = useState(() => [...richTextSchema(), pictureUploads(uploader)])
  const editor = useEditor({
    extensions,
    content: toDocument(initial),
    // Its styles are in rich-text-editor.css: the security policy forbids injected ones.
    injectCSS: false,
    // The toolbar shows the formats at the cursor.
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? null : now.getJSON()),
    editorProps: {
      attributes: {
        id,
        class: 'rich',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': props['aria-labelledby'] ?? '',
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(invalid && { 'aria-invalid': 'true' }),
      },
      // Event handlers are removed here, since the browser would report each as a policy violation.
      transformPastedHTML: (html) =>
        toRealLists(html).replaceAll(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
      handleKeyDown: (_view, event) => {
        if (event.key === 'F10' && event.altKey) {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        }
        if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
          // Elsewhere Ctrl+K opens the portal's search.
          event.stopPropagation()
          event.preventDefault()
          setLinking(true)
          return true
        }
        return false
      },
    },
  })
  const isPicture = editor.isActive('image')

  return (
    <div className={`editor${invalid ? ' invalid' : ''}`}>
      <div className="tools-head">
        <Toolbar
          ref={toolbar}
          editor={editor}
          controls={id}
          onLink={() => setLinking(true)}
          onPictures={(files) => uploader.add(editor.view, files)}
        />
        {linking && (
          <LinkRow
            editor={editor}
            onDone={() => {
              setLinking(false)
              editor.commands.focus()
            }}
          />
        )}
        {!linking && isPicture && <PictureRow editor={editor} />}
        {!linking && !isPicture && editor.isActive('table') && <TableRow editor={editor} />}
      </div>
      <EditorContent editor={editor} className="page-of-text" />
    </div>
  )
}
