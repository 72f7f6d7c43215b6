import {
  BookOpen,
  Calendar,
  CalendarCheck,
  Construction,
  Contact,
  FileText,
  HardHat,
  Heart,
  Image,
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
  WavesLadder,
  Wrench,
} from 'lucide-react'

/** The icons that the contract names, by their Lucide names. A new module or kind of record adds its own here. */
const ICONS: Record<string, LucideIcon> = {
  'book-open': BookOpen,
  calendar: Calendar,
  'calendar-check': CalendarCheck,
  construction: Construction,
  contact: Contact,
  'file-text': FileText,
  'hard-hat': HardHat,
  heart: Heart,
  image: Image,
  'key-round': KeyRound,
  'log-in': LogIn,
  'log-out': LogOut,
  megaphone: Megaphone,
  'package-check': PackageCheck,
  quote: Quote,
  'shield-alert': ShieldAlert,
  truck: Truck,
  undo: Undo2,
  'waves-ladder': WavesLadder,
  wrench: Wrench,
}

/** The icon of a module, a kind of record or an option; a plain ticket for a name that is not drawn yet. */
export function iconNamed(name: string): LucideIcon {
  return ICONS[name] ?? Ticket
}
