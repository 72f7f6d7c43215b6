import './rich-text-editor.css'
import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Trash2,
} from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toDocument } from '#ui/rich-text/render-rich-text.ts'
import type { UploadState } from '#ui/uploads/uploads.ts'
import { createPictureUploader, createPictureUploads } from './create-picture-uploads.ts'
import { LinkRow } from './link-row.tsx'
import { convertPastedLists } from './pasted-html.ts'
import { getRichTextSchema } from './schema.ts'
import { Toolbar } from './toolbar.tsx'
import './tool-row.css'

interface RichTextEditorProps extends FieldControlProps {
  /** Initial text: ProseMirror JSON, as an object or as a string. */
  initialContent: unknown
  onChange: (document: unknown) => void
  onState: (state: UploadState) => void
}

/**
 * Editor of rich text. Import it lazily. Alt+F10 moves the focus to the toolbar, and Escape moves it back to
 * the text.
 */
export default function RichTextEditor(props: RichTextEditorProps) {
  const {
    initialContent,
    onChange,
    onState,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  } = props
  const id = useId()
  const toolbar = useRef<HTMLDivElement>(null)
  const [isEditingLink, setEditingLink] = useState(false)
  const [uploader] = useState(createPictureUploader)
  const reportState = useEffectEvent(onState)
  useEffect(() => uploader.follow((state) => reportState(state)), [uploader])
  const [extensions] = useState(() => [...getRichTextSchema(), createPictureUploads(uploader)])
  const editor = useEditor({
    extensions,
    content: toDocument(initialContent),
    // The library must not inject its styles, because the content-security policy forbids it. They are in
    // rich-text-editor.css.
    injectCSS: false,
    // Rerenders when the cursor moves, because the toolbar shows the formats at the cursor.
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
      // Removes inline event handlers, because the browser would report each one as a violation of the
      // content-security policy.
      transformPastedHTML: (html) =>
        convertPastedLists(html).replaceAll(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
      handleKeyDown: (_view, event) => {
        if (event.key === 'F10' && event.altKey) {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        }
        if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
          // Stops the event, because outside the editor Ctrl+K opens the portal's search.
          event.stopPropagation()
          event.preventDefault()
          setEditingLink(true)
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
          onLink={() => setEditingLink(true)}
          onPictures={(files) => uploader.add(editor.view, files)}
        />
        {isEditingLink && (
          <LinkRow
            editor={editor}
            onDone={() => {
              setEditingLink(false)
              editor.commands.focus()
            }}
          />
        )}
        {!isEditingLink && isPicture && <PictureToolRow editor={editor} />}
        {!isEditingLink && !isPicture && editor.isActive('table') && <TableToolRow editor={editor} />}
      </div>
      <EditorContent editor={editor} className="page-of-text" />
    </div>
  )
}

function PictureToolRow({ editor }: { editor: Editor }) {
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

function TableToolRow({ editor }: { editor: Editor }) {
  const startCommandChain = () => editor.chain().focus()
  const pictureActions = [
    { label: 'Row above', icon: BetweenHorizontalEnd, run: () => startCommandChain().addRowBefore().run() },
    { label: 'Row below', icon: BetweenHorizontalStart, run: () => startCommandChain().addRowAfter().run() },
    {
      label: 'Column left',
      icon: BetweenVerticalEnd,
      run: () => startCommandChain().addColumnBefore().run(),
    },
    {
      label: 'Column right',
      icon: BetweenVerticalStart,
      run: () => startCommandChain().addColumnAfter().run(),
    },
    { label: 'Header row', run: () => startCommandChain().toggleHeaderRow().run() },
    { label: 'Delete row', run: () => startCommandChain().deleteRow().run() },
    { label: 'Delete column', run: () => startCommandChain().deleteColumn().run() },
    { label: 'Delete table', icon: Trash2, run: () => startCommandChain().deleteTable().run() },
  ]
  return (
    <div className="tool-row wrap acts" role="group" aria-label="Table">
      {pictureActions.map(({ label, icon, run }) => (
        <Button
          key={label}
          kind={label === 'Delete table' ? 'danger' : 'quiet'}
          icon={icon}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
