import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { useFileDrop } from '#ui/uploads/file-drop.ts'
import { listDroppedFiles } from './dropped-files.ts'

interface DropZoneProps {
  title: string
  icon: LucideIcon
  hint: string
  accept: string
  choose: string
  isMultiple?: boolean
  busy?: boolean
  error?: string
  children?: ReactNode
  onFiles: (fileInput: readonly File[]) => void
}

export function DropZone(props: DropZoneProps) {
  const { title, icon: Icon, hint, accept, choose, isMultiple, busy, error, children, onFiles } = props
  const id = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const handleDrop = async (data: DataTransfer): Promise<void> => {
    const droppedFiles = await listDroppedFiles(data)
    if (busy) toast.info('Nothing was added. Please wait until the files before are read.')
    else if (droppedFiles.length === 0) toast.info('There is no file in it that can be read.')
    else if (!isMultiple && droppedFiles.length > 1)
      toast.info('Nothing was added. Please drop one file here.')
    else onFiles(droppedFiles)
  }
  const { over, dropping } = useFileDrop((data) => void handleDrop(data))
  const inputProps: ComponentProps<'input'> = {
    type: 'file',
    hidden: true,
    multiple: isMultiple,
    onChange: ({ target }) => {
      const chosenFiles = [...(target.files ?? [])]
      // The value is reset. Otherwise choosing the same files again after a correction would fire no event.
      target.value = ''
      if (chosenFiles.length > 0) onFiles(chosenFiles)
    },
  }
  return (
    <div
      className={`dropzone${over ? ' over' : ''}${children ? ' full' : ''}`}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-help`}
      aria-busy={busy}
      {...dropping}
    >
      <h2 id={id} className="row">
        <Icon />
        {title}
      </h2>
      <FieldMessage id={`${id}-help`} error={error} help={hint} />
      <div className="what" role="status">
        {children}
      </div>
      <div className="acts">
        <input ref={fileInput} {...inputProps} accept={accept} />
        <Button busy={busy} aria-describedby={id} onClick={() => fileInput.current?.click()}>
          {choose}
        </Button>
        {isMultiple && (
          <>
            <input
              ref={(input) => {
                folderInput.current = input
                // Set through the DOM, because React does not support this attribute.
                input?.setAttribute('webkitdirectory', '')
              }}
              {...inputProps}
            />
            <Button kind="quiet" disabled={busy} onClick={() => folderInput.current?.click()}>
              Choose a folder
            </Button>
          </>
        )}
        <span className="help">{isMultiple ? 'or drop files and folders here' : 'or drop it here'}</span>
      </div>
    </div>
  )
}
