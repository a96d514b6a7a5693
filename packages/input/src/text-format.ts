import { isUri } from "@x/wire";

/** The formats that a text field of a form can have. */
export type TextFormat = "email" | "uri" | "date" | "date-time";

/** Whether a value names one. */
export function isTextFormat(value: unknown): value is TextFormat {
  return value === "email" || value === "uri" || value === "date" || value === "date-time";
}

/** Whether a text is of a format. Takes time linear in its length. */
export function hasFormat(text: string, format: TextFormat): boolean {
  switch (format) {
    case "email":
      return isEmail(text);
    case "uri":
      return isUri(text);
    case "date":
      return isDate(text);
    case "date-time":
      return isDateTime(text);
  }
}

/** A mailbox of RFC 5321 without quoted local parts and address literals. */
function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  if (at < 1 || at > 64 || text.length > 254) return false;
  const atoms = text.slice(0, at).split(".");
  const labels = text.slice(at + 1).split(".");
  return atoms.every((atom) => ATOM.test(atom)) && labels.every((label) => LABEL.test(label));
}

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** `full-date` of RFC 3339, a day that the calendar has. */
function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `date-time` of RFC 3339; a second 60 only where it can be a leap second. */
function isDateTime(text: string): boolean {
  if (!isDate(text.slice(0, 10))) return false;
  const parts = TIME.exec(text.slice(10));
  if (parts === null) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = parts.slice(5, 7).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === "-" ? -1 : 1);
  return second === 60 && (hour * 60 + minute - offset + 2 * DAY) % DAY === DAY - 1;
}

const TIME = /^[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DAY = 1440;
