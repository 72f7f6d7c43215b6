import { Check } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useLayerKey } from '#ui/layers/use-layer-key.ts'

/** Posts a verified payment, also by the key P, and opens the next one (rules 8.42). */
export function PostButton(props: { hasNext: boolean; busy: boolean; onPost: () => Promise<void> }) {
  const { hasNext, busy, onPost } = props
  const words = hasNext ? 'Post and next' : 'Post'
  const button = useRef<HTMLButtonElement>(null)
  useLayerKey('p', button, () => button.current?.click())
  return (
    <Button
      ref={button}
      icon={Check}
      busy={busy}
      title={`${words} (P)`}
      aria-keyshortcuts="P"
      onClick={() => void onPost()}
    >
      {words}
    </Button>
  )
}
