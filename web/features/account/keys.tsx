import { shortcuts, setShortcuts } from '#lib/keys/shortcuts.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { showKeys } from '#ui/keys/keys-help.tsx'

/** Turns the keys of lists and open records on or off in this browser. */
export function Keys() {
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <p className="muted">
        Single letters move through lists and decide, while no field has the focus. This browser remembers
        your choice.
      </p>
      <div className="acts">
        <Switch label="Use keys in lists" on={useStore(shortcuts)} onChange={setShortcuts} />
        <Button kind="quiet" onClick={showKeys}>
          Show the keys
        </Button>
      </div>
    </section>
  )
}
