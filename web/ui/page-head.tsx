import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { Button } from './button.tsx'
import { useIsPhone } from './use-media.ts'

/** What each shell adds to its page heads on a desk (bell, live badge), or does itself on a phone. */
export interface HeadExtras {
  /** Right of the actions, on a desk. */
  desk: ReactNode
  /** The phone's header bar already says the title (administrator). */
  titleInBar?: (title: string) => ReactNode
}

const Extras = createContext<HeadExtras>({ desk: null })
export const HeadExtrasProvider = Extras

interface PrimaryAction {
  label: string
  icon?: LucideIcon
  onPress: () => void
  /** Why it cannot be used now; stands beneath the disabled button. */
  blocked?: string
}

interface PageHeadProps {
  title: string
  /** One plain sentence under the title. */
  lead?: string
  /** The one primary action: beside the title on a desk, in a bar above the thumb on a phone. */
  action?: PrimaryAction
  /** Further buttons, on a desk only. */
  more?: ReactNode
}

/** The head of every page: one title, one primary action. Sets the page's heading level 1. */
export function PageHead({ title, lead, action, more }: PageHeadProps) {
  const phone = useIsPhone()
  const extras = use(Extras)
  const button = action && (
    <Button
      kind="primary"
      icon={action.icon}
      block={phone}
      disabled={action.blocked !== undefined}
      aria-describedby={action.blocked === undefined ? undefined : 'why-blocked'}
      onClick={action.onPress}
    >
      {action.label}
    </Button>
  )
  const why = action?.blocked !== undefined && (
    <p className="help" id="why-blocked">
      {action.blocked}
    </p>
  )
  if (phone) {
    return (
      <>
        {extras.titleInBar?.(title) ?? (
          <div className="head">
            <div>
              <h1>{title}</h1>
              {lead && <p>{lead}</p>}
            </div>
          </div>
        )}
        {button && (
          <div className="fab">
            {why}
            {button}
          </div>
        )}
      </>
    )
  }
  return (
    <div className="head">
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        {why}
      </div>
      <div className="acts">
        {more}
        {button}
        {extras.desk}
      </div>
    </div>
  )
}
