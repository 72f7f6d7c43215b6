import { toast } from './toast.tsx'

export async function copyText(text: string, successMessage: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(successMessage)
  } catch {
    // The user denied the permission, or the page was not loaded over HTTPS.
    toast.error('Your browser did not allow that. Please select the text and copy it.')
  }
}
