import './files-control.css'
import { FilePlus, FileText, Paperclip, RotateCcw, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { FileThumbnail } from '#ui/files/file-thumbnail.tsx'
import { Lightbox } from '#ui/files/lightbox.tsx'
import { getFileKind } from '#ui/files/to-display-files.ts'
import { useFileDrop } from '#ui/uploads/file-drop.ts'
import type { UploadItem, UploadState } from '#ui/uploads/uploads.ts'
import { MANY_FILES, useUploads } from '#ui/uploads/use-uploads.ts'
import type { FileRef, FilesField } from '@tahanan/contract/forms/fields.ts'
import { getAcceptedFiles } from '@tahanan/contract/limits.ts'

interface FilesControlProps extends Omit<FieldControlProps, 'id'> {
  field: FilesField
  initialFiles: readonly FileRef[]
  disabled: boolean
  compact?: boolean
  onChange: (refs: FileRef[]) => void
  onState: (state: UploadState) => void
}

export function FilesControl(props: FilesControlProps) {
  const { field, initialFiles, disabled, compact, onChange, onState, ...aria } = props
  const { items, add, ...actions } = useUploads(field, initialFiles, onChange, onState)
  const id = useId()
  const { over, dropping } = useFileDrop(({ files }) => add([...files]))
  const fileInput = useRef<HTMLInputElement>(null)
  const { mimes: kinds } = getAcceptedFiles(field.accept)
  const canHoldManyFiles = field.max > MANY_FILES
  const canAddFile = items.length < field.max && !disabled
  const UploadsComponent = canHoldManyFiles ? UploadLines : UploadThumbnails
  const label = aria['aria-labelledby']
  const canHoldSeveral = field.max > 1
  const [firstButtonText, moreButtonText] = canHoldSeveral
    ? ['Choose files', 'Choose more']
    : ['Choose a file', 'Choose another']
  const buttonText = items.length === 0 ? firstButtonText : moreButtonText
  const openFilePicker = (): void => fileInput.current?.click()
  const pickButton = compact ? (
    <IconButton icon={Paperclip} label={buttonText} onClick={openFilePicker} />
  ) : (
    <Button
      icon={FilePlus}
      aria-labelledby={`${label} ${id}`}
      aria-invalid={aria['aria-invalid']}
      onClick={openFilePicker}
    >
      <span id={id}>{buttonText}</span>
    </Button>
  )
  return (
    <div
      role="group"
      aria-labelledby={label}
      aria-describedby={aria['aria-describedby']}
      className={`${canHoldManyFiles ? 'manyfiles' : 'uploads'}${over ? ' over' : ''}`}
      {...(!disabled && dropping)}
    >
      {items.length > 0 && <UploadsComponent items={items} disabled={disabled} {...actions} />}
      {canAddFile && (
        <>
          <input
            ref={fileInput}
            type="file"
            hidden
            multiple={canHoldSeveral}
            accept={kinds.join(',')}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              // Reset, so that the same file can be chosen again after it was removed.
              event.target.value = ''
            }}
          />
          {canHoldManyFiles ? (
            <div className="drop acts">
              {pickButton}
              <span className="help">or drop them here</span>
            </div>
          ) : (
            pickButton
          )}
        </>
      )}
      {canHoldManyFiles && (
        <p className="help" role="status">
          {formatProgress(items)}
        </p>
      )}
      {items.length === 0 && disabled && <p className="subtle">None</p>}
    </div>
  )
}

function formatProgress(items: readonly UploadItem[]): string {
  const uploadingCount = items.filter(({ progress }) => progress !== undefined).length
  const failedCount = items.filter(({ problem }) => problem !== undefined).length
  if (uploadingCount > 0) return `${items.length - uploadingCount - failedCount} of ${items.length} uploaded`
  return failedCount > 0 ? `${failedCount} of ${items.length} could not be uploaded` : ''
}

interface UploadListProps {
  items: readonly UploadItem[]
  disabled: boolean
  retry: (id: number) => void
  remove: (id: number) => void
}

function UploadThumbnails({ items, disabled, retry, remove }: UploadListProps) {
  const [openIndex, setOpenIndex] = useState<number>()
  const files = items.map((item) => ({ ...item, kind: getFileKind(item.ref?.url ?? item.name) }))
  return (
    <div className="files">
      {files.map((file, index) => (
        <div key={file.id} className={file.problem ? 'upload failed' : 'upload'}>
          <FileThumbnail
            file={file}
            progress={file.progress}
            onOpen={() => setOpenIndex(index)}
            onRemove={disabled ? undefined : () => remove(file.id)}
          />
          {file.problem && <RetryButton onClick={() => retry(file.id)} />}
        </div>
      ))}
      {openIndex !== undefined && (
        <Lightbox files={files} start={openIndex} onClose={() => setOpenIndex(undefined)} />
      )}
    </div>
  )
}

function UploadLines({ items, disabled, retry, remove }: UploadListProps) {
  return (
    <ul>
      {items.map(({ id, name, src, progress, problem }) => (
        <li key={id} className={problem === undefined ? 'row' : 'row failed'}>
          <FileText />
          <div className="what">
            {src === '' ? (
              <span>{name}</span>
            ) : (
              <a href={src} target="_blank" rel="noreferrer">
                {name}
              </a>
            )}
            {progress !== undefined && <progress value={progress} aria-label={`Uploading ${name}`} />}
            {problem !== undefined && <p className="help err">{problem}</p>}
          </div>
          {problem !== undefined && <RetryButton onClick={() => retry(id)} />}
          {!disabled && <IconButton icon={X} label={`Remove ${name}`} onClick={() => remove(id)} />}
        </li>
      ))}
    </ul>
  )
}

function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="quiet" icon={RotateCcw} onClick={onClick}>
      Retry
    </Button>
  )
}
