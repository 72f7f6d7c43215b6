import { useSettings } from '#lib/api/settings.ts'
import mark from '#ui/art/mark.svg'

export function Brand({ under }: { under?: string }) {
  const { name, logo } = useSettings()
  return (
    <span className="brand">
      <img className="mark" src={logo ?? mark} alt="" />
      <span>
        {name}
        {under && <small>{under}</small>}
      </span>
    </span>
  )
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const lastWord = words.length > 1 ? words.at(-1) : undefined
  return `${words[0]?.[0] ?? ''}${lastWord?.[0] ?? ''}`.toUpperCase()
}

export function Avatar({ name, src }: { name: string; src?: string | null }) {
  return (
    <span className="avatar">{src ? <img className="fills" src={src} alt="" /> : getInitials(name)}</span>
  )
}
