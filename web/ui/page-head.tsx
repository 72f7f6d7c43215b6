import { type LucideIcon, Plus } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from './controls/button.tsx'
import { useIsPhone } from './use-media.ts'
import './page-head.css'

/** Parts that a shell adds to the heads of its pages. */
interface HeadExtras {
  /** Right of the actions, on a desk: bell, live badge. */
  desk: ReactNode
  /** On an administrator's phone the header bar itself says the title and holds the action; these are its places. */
  bar?: { title: HTMLElement | null; action: HTMLElement | null }
}

const Extras = createContext<HeadExtras>({ desk: null })
export const HeadExtrasProvider = Extras

/** The shell's part at the right of a head, for a page that draws its own head. */
export function HeadExtra() {
  const { desk } = use(Extras)
  return useIsPhone() ? null : desk
}

interface PrimaryAction {
  label: string
  icon?: LucideIcon
  onPress: () => void
}

interface PageHeadProps {
  title: string
  /** One plain sentence under the title. */
  lead?: string
  /** The one primary action: beside the title on a desk, in a bar above the thumb on a phone. */
  action?: PrimaryAction
}

/** The head of every page: one title, one primary action. Sets the page's heading level 1. */
export function PageHead({ title, lead, action }: PageHeadProps) {
  const phone = useIsPhone()
  const extras = use(Extras)
  const button = action && (
    <Button kind="primary" icon={action.icon} className={phone ? 'block' : ''} onClick={action.onPress}>
      {action.label}
    </Button>
  )
  if (phone && extras.bar) {
    const { title: titlePlace, action: actionPlace } = extras.bar
    return (
      <>
        {titlePlace && createPortal(<h1 className="cut-line">{title}</h1>, titlePlace)}
        {action &&
          actionPlace &&
          createPortal(
            <IconButton icon={action.icon ?? Plus} label={action.label} onClick={action.onPress} />,
            actionPlace,
          )}
      </>
    )
  }
  return (
    <>
      <div className="head">
        <div>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {!phone && (
          <div className="acts">
            {button}
            {extras.desk}
          </div>
        )}
      </div>
      {phone && button && <div className="fab">{button}</div>}
    </>
  )
}
