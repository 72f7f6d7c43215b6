import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fetchFileLink } from '#lib/api/row-queries.ts'
import { startDownload } from '#lib/api/save-file.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'

export function DownloadButton({
  fileKey,
  name,
  isIconOnly,
}: {
  fileKey: string
  name: string
  isIconOnly?: boolean
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFileLink(fileKey),
    onSuccess: (url) => startDownload(url, name),
  })
  if (isIconOnly) return <IconButton icon={Download} label={`Download ${name}`} onClick={() => mutate()} />
  return (
    <Button icon={Download} busy={isPending} aria-label={`Download ${name}`} onClick={() => mutate()}>
      Download
    </Button>
  )
}
