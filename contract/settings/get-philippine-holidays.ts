export interface NamedHoliday {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly name: string
}

/** `MM-DD` */
const FIXED_HOLIDAYS: readonly (readonly [day: string, name: string])[] = [
  ['01-01', "New Year's Day"],
  ['04-09', 'Araw ng Kagitingan'],
  ['05-01', 'Labor Day'],
  ['06-12', 'Independence Day'],
  ['08-21', 'Ninoy Aquino Day'],
  ['11-01', "All Saints' Day"],
  ['11-30', 'Bonifacio Day'],
  ['12-08', 'Feast of the Immaculate Conception'],
  ['12-25', 'Christmas Day'],
  ['12-30', 'Rizal Day'],
  ['12-31', 'Last Day of the Year'],
]

/**
 * Returns the holidays with dates that the law fixes; others are proclaimed each year. If two are on one day
 * (9 April 2020), only the first one is returned.
 */
export function getPhilippineHolidays(year: number): NamedHoliday[] {
  const easter = getEasterSunday(year)
  const holidaysOfYear = [
    ...FIXED_HOLIDAYS.map(([day, name]) => ({ date: `${year}-${day}`, name })),
    {
      date: formatDay(year, 8, 31 - new Date(Date.UTC(year, 7, 30)).getUTCDay()),
      name: 'National Heroes Day',
    },
    { date: formatDay(year, 3, easter - 3), name: 'Maundy Thursday' },
    { date: formatDay(year, 3, easter - 2), name: 'Good Friday' },
  ]
  const byDate = new Map<string, NamedHoliday>()
  for (const day of holidaysOfYear) if (!byDate.has(day.date)) byDate.set(day.date, day)
  return [...byDate.values()].toSorted((a, b) => a.date.localeCompare(b.date))
}

const formatDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/**
 * Returns Easter Sunday as a day of March; above 31 it is in April (32 = 1 April). Uses the anonymous
 * Gregorian algorithm.
 */
function getEasterSunday(year: number): number {
  const goldenNumber = year % 19
  const century = Math.floor(year / 100)
  const lunarCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - lunarCorrection + 15) % 30
  const yearOfCentury = year % 100
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const correction = Math.floor((goldenNumber + 11 * epact + 22 * weekday) / 451)
  return epact + weekday - 7 * correction + 22
}
