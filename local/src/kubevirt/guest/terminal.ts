import type { Clock } from '@gpulease/kube';
import { runCommand, simulationNotice, type CommandResult } from './commands.ts';
import type { Guest } from './guest.ts';

export interface TerminalOptions {
  guest: Guest;
  clock: Clock;
  /** Sends text to the user. */
  write: (text: string) => void;
  /** Called when a command ends the session or the guest. */
  onEnd: (ending: NonNullable<CommandResult['then']>) => void;
}

const MAX_LINE_LENGTH = 1024;

/** Shell on a simulated terminal: echoes the input and runs it line by line. */
export class Terminal {
  readonly #options: TerminalOptions;
  #line = '';
  #isInEscape = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
  }

  /** Prints a notice and the prompt. */
  open(): void {
    this.#print(`${simulationNotice}\n\n`);
    this.#prompt();
  }

  /** Processes typed text, in pieces of any size. */
  type(text: string): void {
    for (const character of text) this.#take(character);
  }

  #take(character: string): void {
    if (this.#isInEscape) {
      this.#isInEscape = !/[A-Za-z~]/.test(character);
      return;
    }
    switch (character) {
      case '\u001b':
        this.#isInEscape = true;
        return;
      case '\r':
      case '\n':
        this.#run();
        return;
      case '\u007f':
      case '\b':
        this.#erase();
        return;
      case '\u0003':
        this.#line = '';
        this.#print('^C\n');
        this.#prompt();
        return;
      case '\u0004':
        if (this.#line === '') this.#options.onEnd('Logout');
        return;
      default:
        this.#append(character);
    }
  }

  #append(character: string): void {
    if (character < ' ' || this.#line.length >= MAX_LINE_LENGTH) return;
    this.#line += character;
    this.#options.write(character);
  }

  #erase(): void {
    if (this.#line === '') return;
    this.#line = this.#line.slice(0, -1);
    this.#options.write('\b \b');
  }

  #run(): void {
    const { guest, clock, onEnd } = this.#options;
    const result = runCommand(guest, this.#line, clock.now());
    this.#line = '';
    this.#print(result.output === '' ? '\n' : `\n${result.output}\n`);
    if (result.then !== undefined) onEnd(result.then);
    if (result.then === undefined || result.then === 'Reboot') this.#prompt();
  }

  #prompt(): void {
    const { user, hostname } = this.#options.guest;
    this.#options.write(`${user}@${hostname}:~${user === 'root' ? '#' : '$'} `);
  }

  /** Terminals need a carriage return before each line feed. */
  #print(text: string): void {
    this.#options.write(text.replaceAll('\n', '\r\n'));
  }
}
