import { Buffer } from "node:buffer";

/**
 * SHA-256 of a text in UTF-8, in hex (FIPS 180-4), for the short texts of caches and overlays.
 *
 * Node has it too, but to load `node:crypto` takes longer than all that a run does with a server. It is written
 * without calls and tuples, since it runs a few times in a process and is never compiled.
 */
export function sha256(text: string): string {
  const bytes = padded(Buffer.from(text));
  const state = Int32Array.from(STATE);
  const schedule = new Int32Array(ROUNDS);
  for (let at = 0; at < bytes.length; at += BYTES_A_BLOCK) {
    for (let word = 0; word < 16; word += 1) schedule[word] = bytes.readInt32BE(at + word * 4);
    extend(schedule);
    compress(state, schedule);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const ROUNDS = 64;
const BYTES_A_BLOCK = 64;

/** The bytes, then a bit that is set, zeros, and how many bits they were in the last eight bytes. */
function padded(bytes: Buffer): Buffer {
  const all = Buffer.alloc(Math.ceil((bytes.length + 9) / BYTES_A_BLOCK) * BYTES_A_BLOCK);
  bytes.copy(all);
  all[bytes.length] = 0x80;
  all.writeBigUInt64BE(BigInt(bytes.length) * 8n, all.length - 8);
  return all;
}

/** Makes the other words out of the 16 of a block. */
function extend(schedule: Int32Array): void {
  for (let at = 16; at < ROUNDS; at += 1) {
    const x = schedule[at - 15] ?? 0;
    const y = schedule[at - 2] ?? 0;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[at] = (schedule[at - 16] ?? 0) + s0 + (schedule[at - 7] ?? 0) + s1;
  }
}

/** Works one block into the state. */
function compress(state: Int32Array, schedule: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[at] ?? 0) + (schedule[at] ?? 0);
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries())
    state[at] = (state[at] ?? 0) + value;
}

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  return Int32Array.from(PRIMES.slice(0, count), (prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let one = 2; primes.length < count; one += 1) {
    if (primes.every((prime) => one % prime !== 0)) primes.push(one);
  }
  return primes;
}

const PRIMES: readonly number[] = firstPrimes(ROUNDS);
const STATE: Int32Array = fractions(8, Math.sqrt);
const CONSTANTS: Int32Array = fractions(ROUNDS, Math.cbrt);
