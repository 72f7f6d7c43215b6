import { toast } from './toast.tsx'

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    // The user denied the permission, or the page was not loaded over HTTPS.
    toast.error('Your browser did not allow that. Please select the text and copy it.')
  }
}
