// Ask the engine over a pipe, with the standard library alone: rustc examples/clients/client.rs && ./client [COMMAND…].
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words = vec!["minemind".into(), "engine".into()];
    }
    let mut started = Command::new(&words[0]);
    started.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = started.spawn().expect("the engine does not start");
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines();
    let board = r#"{"text": "3 4 2\n01..\n01..\n01.."}"#;
    for (id, question) in ["analyse", "hint"].iter().enumerate() {
        writeln!(input, r#"{{"id": {id}, "ask": "{question}", "board": {board}}}"#).unwrap();
        // What is said on the way comes before the end of the answer, which is a result or an error.
        let answer = loop {
            let line = lines.next().expect("the engine has ended").unwrap();
            if !line.contains(r#","info":{"#) {
                break line;
            }
        };
        println!("{question}: {}", part(&answer, if *question == "hint" { "reason" } else { "safe" }));
    }
    drop(input); // which ends the engine
    std::process::exit(engine.wait().unwrap().code().unwrap_or(1));
}

/// The value of a field, up to the next one. A real client takes a JSON library, such as serde_json.
fn part<'a>(answer: &'a str, field: &str) -> &'a str {
    let start = answer.find(&format!("\"{field}\":")).expect(answer) + field.len() + 3;
    answer[start..].split(",\"").next().unwrap()
}
