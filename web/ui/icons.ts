import {
  Calendar,
  CalendarCheck,
  Construction,
  Contact,
  HardHat,
  Heart,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Megaphone,
  PackageCheck,
  Quote,
  ShieldAlert,
  Ticket,
  Truck,
  Undo2,
  Wrench,
} from 'lucide-react'

/** The icons that contract/tickets names, by their Lucide names. A new module adds its own here. */
const ICONS: Record<string, LucideIcon> = {
  calendar: Calendar,
  'calendar-check': CalendarCheck,
  construction: Construction,
  contact: Contact,
  'hard-hat': HardHat,
  heart: Heart,
  'key-round': KeyRound,
  'log-in': LogIn,
  'log-out': LogOut,
  megaphone: Megaphone,
  'package-check': PackageCheck,
  quote: Quote,
  'shield-alert': ShieldAlert,
  truck: Truck,
  undo: Undo2,
  wrench: Wrench,
}

/** The icon of a module or an option; a plain ticket for a name that is not drawn yet. */
export function iconNamed(name: string): LucideIcon {
  return ICONS[name] ?? Ticket
}

/** Whether an icon of that name is drawn. */
export function hasIcon(name: string): boolean {
  return Object.hasOwn(ICONS, name)
}
