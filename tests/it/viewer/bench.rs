//! A scene that ran, with everything that panels show of it, and no app.

use bevy_egui::egui;
use egui_kittest::Harness;
use sweepscope::analysis::{Settles, explain, lane_settles};
use sweepscope::pointing::{Moment, moments};
use sweepscope::recording::{Recording, Replay};
use sweepscope::scene;
use sweepscope::viewer::command::{Command, Opened};
use sweepscope::viewer::panels::{self, Facts, LaneFacts};
use sweepscope::viewer::{
    Browser, Difference, Document, Drawn, Gallery, Logged, Notices, Playback, Row, Series,
    Settings, Sights, Views, Workshop, rows,
};

/// Everything that facts refer to.
pub(super) struct Bench {
    pub(super) document: Document,
    pub(super) recording: Recording,
    pub(super) replays: Vec<Replay>,
    pub(super) stories: Vec<Vec<Row>>,
    pub(super) moments: Vec<Vec<Moment>>,
    pub(super) settles: Vec<Option<Settles>>,
    pub(super) playback: Playback,
    pub(super) settings: Settings,
    pub(super) views: Views,
    pub(super) sights: Sights,
    pub(super) drawn: Drawn,
    pub(super) notices: Notices,
    pub(super) gallery: Gallery,
    pub(super) difference: Difference,
    pub(super) series: Series,
    pub(super) workshop: Workshop,
    pub(super) browser: Browser,
    pub(super) logged: Logged,
}

impl Bench {
    pub(super) fn new(name: &str, tick: u32) -> Self {
        let source = scene::open(name).unwrap();
        let opened = Opened {
            name: format!("{name}.ron"),
            source: source.clone(),
            recording: None,
            from: name.to_owned(),
            left_out: Vec::new(),
        };
        let document = Document::new(&opened, 0).unwrap();
        let built = scene::build(&source, None, None).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(built.setup.ticks);
        let replays: Vec<Replay> = recording
            .lanes
            .iter()
            .map(|lane| lane.replay(&built.setup, tick))
            .collect();
        let stories = replays
            .iter()
            .map(|replay| {
                let story = explain(&built.setup, "lane", replay, None);
                rows(&story, &replay.policy, replay.outcome.body.is_some())
            })
            .collect();
        let moments = replays
            .iter()
            .map(|replay| moments(&built.setup.world, &replay.journal))
            .collect();
        let settles = recording
            .lanes
            .iter()
            .map(|lane| lane_settles(lane, built.window.clone(), built.setup.hz))
            .collect();
        Self {
            document,
            recording,
            replays,
            stories,
            moments,
            settles,
            playback: Playback {
                cursor: tick,
                ..Playback::default()
            },
            settings: Settings::default(),
            views: Views::default(),
            sights: Sights::default(),
            drawn: Drawn::default(),
            notices: Notices::default(),
            gallery: Gallery::default(),
            difference: Difference::default(),
            series: Series::default(),
            workshop: Workshop::default(),
            browser: Browser::default(),
            logged: Logged::default(),
        }
    }

    /// Draws with `draw` on a surface of this size, lets `act` use it, and gives the commands that came of it.
    pub(super) fn asked(
        &self,
        size: [f32; 2],
        draw: impl Fn(&mut egui::Ui, &Facts<'_>, &mut Vec<Command>),
        act: impl FnOnce(&mut Harness<'_, Vec<Command>>),
    ) -> Vec<Command> {
        let lanes: Vec<LaneFacts<'_>> = self
            .recording
            .lanes
            .iter()
            .enumerate()
            .map(|(number, recording)| LaneFacts {
                number,
                recording,
                revision: 0,
                settles: self.settles[number].as_ref(),
                replay: Some(&self.replays[number]),
                story: &self.stories[number],
                moments: &self.moments[number],
            })
            .collect();
        let facts = Facts {
            document: Some(&self.document),
            playback: &self.playback,
            settings: &self.settings,
            views: &self.views,
            sights: &self.sights,
            drawn: &self.drawn,
            notices: &self.notices,
            gallery: &self.gallery,
            lanes: &lanes,
            pair: [0, lanes.len() - 1],
            difference: self.difference.answer.as_ref(),
            blame: self.difference.blame.as_ref(),
            series: &self.series,
            workshop: &self.workshop,
            browser: &self.browser,
            logged: &self.logged,
            fps: 60.0,
        };
        let mut harness = Harness::builder().with_size(size).build_ui_state(
            |ui: &mut egui::Ui, out: &mut Vec<Command>| {
                if panels::prepare(ui.ctx()) {
                    draw(ui, &facts, out);
                }
            },
            Vec::new(),
        );
        harness.run();
        harness.state_mut().clear();
        act(&mut harness);
        harness.run();
        harness.state().clone()
    }
}
