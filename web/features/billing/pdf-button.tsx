import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { saveBlob } from '../../lib/api/save-file.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

interface PdfButtonProps {
  /** Address of the call that gives the PDF. */
  path: string
  /** Name of the saved file, without its ending. */
  name: string
  disabled?: boolean
  /** Beside a search, which needs the line on a phone: there it is an icon. */
  besideSearch?: boolean
}

/** Saves a report as a PDF. */
export function PdfButton({ path, name, disabled = false, besideSearch = false }: PdfButtonProps) {
  const phone = useIsPhone()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.file(path),
    onSuccess: (pdf) => saveBlob(`${name}.pdf`, pdf),
  })
  const save = { disabled, onClick: () => mutate() }
  if (phone && besideSearch) return <IconButton icon={FileText} label="Download PDF" {...save} />
  return (
    <Button icon={FileText} busy={isPending} {...save}>
      Download PDF
    </Button>
  )
}
