import { Button } from '#ui/controls/button.tsx'

export function DraftNote({ onClear }: { onClear?: () => void }) {
  return (
    <div className="kept wide">
      <p className="help" role="status">
        What you typed is kept. It is not sent yet.
      </p>
      {onClear && (
        <Button kind="quiet" onClick={onClear}>
          Start over
        </Button>
      )}
    </div>
  )
}
