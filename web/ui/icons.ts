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

/** Icons by their Lucide name. The icon of a new module or record kind must be added here. */
const ICON_BY_NAME: Record<string, LucideIcon> = {
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

export function getIcon(name: string): LucideIcon {
  return ICON_BY_NAME[name] ?? Ticket
}
