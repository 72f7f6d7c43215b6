import { toast } from './toast.tsx'

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    // Permission denied, or no HTTPS.
    toast.error('Your browser did not allow that. Please select the text and copy it.')
  }
}
