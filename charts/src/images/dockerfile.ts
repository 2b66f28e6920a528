/** One instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  keyword: string;
  /** The text after the keyword. */
  rest: string;
}

/** The part of a Dockerfile from one FROM to the next. */
export interface Stage {
  /** Another stage, or an image. */
  from: string;
  name: string | undefined;
  instructions: Instruction[];
}

/** Returns the stages of a Dockerfile. Throws if it does not begin with FROM. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of readInstructions(text)) {
    if (instruction.keyword === 'FROM') stages.push(newStage(instruction.rest));
    else stageAtWork(stages).instructions.push(instruction);
  }
  return stages;
}

function stageAtWork(stages: Stage[]): Stage {
  const stage = stages.at(-1);
  if (stage === undefined) throw new Error('A Dockerfile begins with FROM');
  return stage;
}

function newStage(rest: string): Stage {
  const [from = '', , name] = rest.split(/\s+/);
  return { from, name, instructions: [] };
}

function readInstructions(text: string): Instruction[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [keyword = '', rest = ''] = line.split(/ (.*)/s);
      return { keyword, rest };
    });
}
