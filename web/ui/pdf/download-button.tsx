import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { freshLink } from '#lib/api/file-link.ts'
import { followDownload } from '#lib/api/save-file.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'

interface DownloadButtonProps {
  /** The key of the file. */
  fileKey: string
  /** Name of the file on the reader's device. */
  name: string
  /** The icon alone, where there is little room. */
  bare?: boolean
}

/** Saves a file. The link is made at the press, so that it is fresh on a page that was open for long. */
export function DownloadButton({ fileKey, name, bare }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => freshLink(fileKey),
    onSuccess: (url) => followDownload(url, name),
  })
  if (bare) return <IconButton icon={Download} label={`Download ${name}`} onClick={() => mutate()} />
  return (
    <Button icon={Download} busy={isPending} aria-label={`Download ${name}`} onClick={() => mutate()}>
      Download
    </Button>
  )
}
